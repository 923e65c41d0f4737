use futures_util::{SinkExt, StreamExt};
use tokio_tungstenite::tungstenite::{Error, Message};

#[tokio::main]
async fn main() -> Result<(), Error> {
    let url = std::env::args().nth(1).expect("a URL");
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await?;
    socket.send(Message::text("hello")).await?;
    let answer = socket.next().await.expect("an answer")?;
    println!("{}", answer.to_text()?);
    socket.close(None).await
}
