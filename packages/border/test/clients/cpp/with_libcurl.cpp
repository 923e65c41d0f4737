#include <curl/curl.h>
#include <cstdlib>
#include <iostream>

int main(int, char** argv) {
    CURL* curl = curl_easy_init();
    curl_easy_setopt(curl, CURLOPT_URL, argv[1]);
    // Only the program curl reads the environment.
    curl_easy_setopt(curl, CURLOPT_CAINFO, std::getenv("SSL_CERT_FILE"));
    const CURLcode code = curl_easy_perform(curl);
    if (code != CURLE_OK) std::cerr << curl_easy_strerror(code) << '\n';
    curl_easy_cleanup(curl);
    return code == CURLE_OK ? 0 : 1;
}
