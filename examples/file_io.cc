// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0

#include "examples/file_io.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace keystream::examples {
namespace {

// "cannot read 'data': Input/output error"
absl::Status SystemError(absl::string_view verb, absl::string_view name) {
  return absl::ErrnoToStatus(errno, absl::StrCat("cannot ", verb, " ", name));
}

std::string Quoted(const char* path) { return absl::StrCat("'", path, "'"); }

// What a signal that ends the program has to remove; null: nothing.
std::atomic<const char*> unfinished{nullptr};

void RemoveUnfinished(int signal) {
  const char* path = unfinished;
  if (path != nullptr) unlink(path);
  raise(signal);  // with SA_RESETHAND, this is the default: the end
}

void RemoveUnfinishedOnSignals() {
  for (int signal : {SIGHUP, SIGINT, SIGTERM}) {
    struct sigaction action;
    // Who started the program with nohup, or in the background, wants the signal to be ignored.
    if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action.sa_handler = RemoveUnfinished;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(signal, &action, nullptr);
  }
}

}  // namespace

void Wipe(void* data, size_t size) {
  std::memset(data, 0, size);
  __asm__ __volatile__("" : : "r"(data) : "memory");  // lest the compiler drop the memset
}

absl::Status ParseHex(absl::string_view name, absl::string_view hex, absl::Span<uint8_t> bytes) {
  const size_t digits = 2 * bytes.size();
  if (hex.size() != digits) {
    return absl::InvalidArgumentError(
        absl::StrCat(name, " is ", hex.size(), " characters, must be ", digits, " hex digits"));
  }
  const auto bad = std::find_if_not(hex.begin(), hex.end(), [](char c) {
    return absl::ascii_isxdigit(static_cast<unsigned char>(c));
  });
  if (bad != hex.end()) {
    return absl::InvalidArgumentError(absl::StrCat(name, ": character ", bad - hex.begin() + 1,
                                                   " is not a hex digit, must be ", digits,
                                                   " of them"));
  }
  // In ASCII the low four bits of a digit are its value, those of a letter the value less 9.
  const auto value = [hex](size_t i) { return (hex[i] & 15) + 9 * (hex[i] >> 6); };
  for (size_t i = 0; i < bytes.size(); i++) {
    bytes[i] = static_cast<uint8_t>(value(2 * i) << 4 | value(2 * i + 1));
  }
  return absl::OkStatus();
}

absl::Status ReadKeyFile(const char* path, absl::Span<uint8_t> key) {
  Input input;
  if (absl::Status status = input.Open(path); !status.ok()) return status;
  Secret buffer(66);  // one more than is allowed
  const absl::StatusOr<size_t> size = input.ReadFully(buffer.bytes());
  if (!size.ok()) return size.status();

  absl::Span<const uint8_t> bytes = buffer.bytes().first(*size);
  if (bytes.size() == key.size()) {
    std::copy(bytes.begin(), bytes.end(), key.begin());
    return absl::OkStatus();
  }
  if (bytes.size() == 65 && bytes.back() == '\n') bytes.remove_suffix(1);
  if (bytes.size() != 64) {
    return absl::InvalidArgumentError(
        absl::StrCat("key file ", Quoted(path), " is ", *size < 66 ? "" : "at least ", *size,
                     " bytes, must be 32 bytes, or 64 hex digits and at most a newline"));
  }
  const absl::string_view hex(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return ParseHex(absl::StrCat("key file ", Quoted(path)), hex, key);
}

Input::~Input() {
  if (file_ > STDIN_FILENO) close(file_);
}

absl::Status Input::Open(const char* path) {
  name_ = path == nullptr ? "standard input" : Quoted(path);
  file_ = path == nullptr ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
  if (file_ < 0 || fstat(file_, &stat_) != 0) return SystemError("open", name_);
  return absl::OkStatus();
}

absl::StatusOr<size_t> Input::Read(absl::Span<uint8_t> buffer) {
  ssize_t n;
  do {
    n = read(file_, buffer.data(), buffer.size());
  } while (n < 0 && errno == EINTR);
  if (n < 0) return SystemError("read", name_);
  return static_cast<size_t>(n);
}

absl::StatusOr<size_t> Input::ReadFully(absl::Span<uint8_t> buffer) {
  size_t size = 0;
  while (size < buffer.size()) {
    const absl::StatusOr<size_t> n = Read(buffer.subspan(size));
    if (!n.ok()) return n;
    if (*n == 0) break;
    size += *n;
  }
  return size;
}

uint64_t Input::size() const {
  return S_ISREG(stat_.st_mode) ? static_cast<uint64_t>(stat_.st_size) : 0;
}

Output::~Output() {
  if (temporary_.empty()) return;
  if (file_ >= 0) close(file_);
  unlink(temporary_.c_str());
  unfinished = nullptr;
}

absl::Status Output::Create(const char* path, const Input& input) {
  struct stat old;
  if (path == nullptr) {
    name_ = "standard output";
    file_ = STDOUT_FILENO;
    if (fstat(file_, &old) != 0) return SystemError("open", name_);
    if (S_ISREG(old.st_mode) && old.st_dev == input.stat_.st_dev &&
        old.st_ino == input.stat_.st_ino) {
      return absl::InvalidArgumentError(
          absl::StrCat(name_, " is the same file as ", input.name_, ", must be another"));
    }
    return absl::OkStatus();
  }

  name_ = Quoted(path);
  target_ = path;
  const mode_t mask = umask(0);
  umask(mask);
  mode_t mode = 0666 & ~mask;
  if (stat(path, &old) == 0) {
    // What is renamed to the name of a device takes its place, and that of a link.
    if (!S_ISREG(old.st_mode)) {
      return absl::InvalidArgumentError(
          absl::StrCat(name_, " is not a regular file, must be one or not exist"));
    }
    char* real = realpath(path, nullptr);
    if (real == nullptr) return SystemError("open", name_);
    target_ = real;
    free(real);
    mode = old.st_mode & 0777;
  }

  std::string temporary = absl::StrCat(target_, ".XXXXXX");
  file_ = mkstemp(temporary.data());
  if (file_ < 0) return SystemError("create", name_);
  temporary_ = temporary;
  unfinished = temporary_.c_str();
  RemoveUnfinishedOnSignals();
  if (fchmod(file_, mode) != 0) return SystemError("create", name_);
  return absl::OkStatus();
}

absl::Status Output::Write(absl::Span<const uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t n = write(file_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return SystemError("write", name_);
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return absl::OkStatus();
}

absl::Status Output::Commit() {
  // On the disk before it takes the place of a file that may be the only copy.
  if (!temporary_.empty() && fsync(file_) != 0) return SystemError("write", name_);
  const int file = file_;
  file_ = -1;
  // Some file systems report only now that they are full.
  if (close(file) != 0) return SystemError("write", name_);
  if (temporary_.empty()) return absl::OkStatus();
  if (rename(temporary_.c_str(), target_.c_str()) != 0) return SystemError("create", name_);
  unfinished = nullptr;
  temporary_.clear();
  return absl::OkStatus();
}

}  // namespace keystream::examples
