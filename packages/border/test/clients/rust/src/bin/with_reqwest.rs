#[tokio::main]
async fn main() -> Result<(), reqwest::Error> {
    let url = std::env::args().nth(1).expect("a URL");
    println!("{}", reqwest::get(url).await?.text().await?);
    Ok(())
}
