// Copyright 2026 The Keystream Authors. SPDX-License-Identifier: Apache-2.0
//
// What the example programs share: secrets that are wiped, keys in hex and in files, input that may
// be a pipe, and output that appears under its name only when it is complete. POSIX.

#ifndef KEYSTREAM_EXAMPLES_FILE_IO_H_
#define KEYSTREAM_EXAMPLES_FILE_IO_H_

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace keystream::examples {

// Sets size bytes at data to zero, though nothing reads them afterwards.
void Wipe(void* data, size_t size);

// A buffer that is wiped when the scope ends.
class Secret {
 public:
  explicit Secret(size_t size) : size_(size), bytes_(new uint8_t[size]) {}
  ~Secret() { Wipe(bytes_.get(), size_); }
  Secret(const Secret&) = delete;
  Secret& operator=(const Secret&) = delete;

  absl::Span<uint8_t> bytes() { return {bytes_.get(), size_}; }

 private:
  const size_t size_;
  const std::unique_ptr<uint8_t[]> bytes_;
};

// Decodes hex, upper or lower case, which must fill bytes. The error calls it name.
absl::Status ParseHex(absl::string_view name, absl::string_view hex, absl::Span<uint8_t> bytes);

// Reads a key of 32 bytes from a file that holds just these, or 64 hex digits and perhaps a
// newline.
absl::Status ReadKeyFile(const char* path, absl::Span<uint8_t> key);

// A file, or standard input.
class Input {
 public:
  Input() = default;
  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  absl::Status Open(const char* path);  // null: standard input

  // Reads what there is, but at most buffer.size() bytes, waiting until there is something. 0: the
  // end.
  absl::StatusOr<size_t> Read(absl::Span<uint8_t> buffer);

  // Reads buffer.size() bytes, or fewer if the end comes before.
  absl::StatusOr<size_t> ReadFully(absl::Span<uint8_t> buffer);

  const std::string& name() const { return name_; }  // for messages
  uint64_t size() const;                             // of a regular file; 0 if it is something else

 private:
  friend class Output;

  std::string name_;
  int file_ = -1;
  struct stat stat_ = {};
};

// A file, or standard output. A file is written under another name beside its own, and takes that,
// from the file that has it, in Commit. Without a Commit, and if the user stops the program, it is
// removed: nobody finds half a file, and the input may be the same one. At most one at a time.
class Output {
 public:
  Output() = default;
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // null: standard output, which must not be the file that input reads.
  absl::Status Create(const char* path, const Input& input);
  absl::Status Write(absl::Span<const uint8_t> bytes);
  absl::Status Commit();

 private:
  std::string name_;       // for messages
  std::string target_;     // empty: standard output
  std::string temporary_;  // empty: there is none
  int file_ = -1;
};

}  // namespace keystream::examples

#endif  // KEYSTREAM_EXAMPLES_FILE_IO_H_
