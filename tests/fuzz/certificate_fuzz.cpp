// Fuzzes the reader of certificates. Whatever the bytes, it reads a certificate or gives an error.
//   clang++ -std=c++20 -g -O1 -I. -fsanitize=fuzzer,address,undefined tests/fuzz/certificate_fuzz.cpp
//     solver/certificate_reader.cpp solver/certificate_writer.cpp solver/position_key.cpp egtb/*.cpp
//     rules/*.cpp -lzstd -lxxhash -lfmt
#include "solver/certificate.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    using namespace damier;
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto certificate =
        CertificateReader::open(make_memory_source(Bytes(bytes.begin(), bytes.end()), "fuzz.cert"));
    if (certificate) {
        for (std::size_t i = 0; i < certificate->frames(); ++i) (void)certificate->frame(i);
        (void)certificate->verify();
    }
    return 0;
}
