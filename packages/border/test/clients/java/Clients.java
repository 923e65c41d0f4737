import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

class Clients {
  public static void main(String[] args) throws Exception {
    var url = URI.create(args[0]);
    System.out.println(url.getScheme().equals("wss") ? echo(url) : get(url));
  }

  static String get(URI url) throws Exception {
    return HttpClient.newHttpClient().send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString()).body();
  }

  static String echo(URI url) {
    var answer = new CompletableFuture<String>();
    var listener =
        new WebSocket.Listener() {
          @Override
          public CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
            answer.complete(text.toString());
            return null;
          }
        };
    var socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(url, listener).join();
    socket.sendText("hello", true).join();
    var text = answer.join();
    socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
    return text;
  }
}
