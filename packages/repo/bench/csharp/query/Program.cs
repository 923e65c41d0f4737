// Answers `/ping`, once or as a server.

using Botyard;

Query.Handler("/ping", _ => new { pong = true });
Query.Run();
