//! Asks a host for another one, whose name is encrypted (ECH, RFC 9849): only the name of the first can be read on the way.
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;

use rustls::client::{EchConfig, EchMode};
use rustls::crypto::aws_lc_rs::{default_provider, hpke::ALL_SUPPORTED_SUITES};
use rustls::pki_types::{EchConfigListBytes, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, Stream};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let hidden = arguments.next().expect("a name");
    let url = arguments.next().expect("a URL");
    let host = url.trim_start_matches("https://").trim_end_matches('/');

    let mode = EchMode::from(EchConfig::new(config_list(host), ALL_SUPPORTED_SUITES)?);
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_ech(mode)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let mut connection = ClientConnection::new(Arc::new(config), ServerName::try_from(hidden)?)?;
    let mut socket = TcpStream::connect((host, 443))?;
    let mut tls = Stream::new(&mut connection, &mut socket);
    write!(
        tls,
        "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = String::new();
    tls.read_to_string(&mut answer)?;
    println!("{answer}");
    Ok(())
}

/// What a host would publish in its DNS record, with this name for all to see.
fn config_list(public_name: &str) -> EchConfigListBytes<'static> {
    let mut key = [0; 32];
    key[0] = 9;
    let mut contents = vec![1]; // the number of the configuration
    contents.extend(0x0020_u16.to_be_bytes()); // X25519 with HKDF-SHA256
    contents.extend(with_length(&key));
    contents.extend(with_length(&[0, 1, 0, 1])); // HKDF-SHA256, AES-128-GCM
    contents.extend([0, public_name.len() as u8]);
    contents.extend(public_name.as_bytes());
    contents.extend(with_length(&[])); // extensions
    let config = [&0xfe0d_u16.to_be_bytes()[..], &with_length(&contents)].concat();
    EchConfigListBytes::from(with_length(&config))
}

fn with_length(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u16).to_be_bytes()[..], bytes].concat()
}
