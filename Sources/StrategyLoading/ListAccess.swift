import COrderingPlugin
import Ordering

/// The list that a library may read during one call.
struct ListAccess {
  private let list: any KeyList

  init(_ list: any KeyList) { self.list = list }

  /// The list in its C form. It is valid only as long as the pointer.
  static func cList(count: Int, _ context: UnsafeMutablePointer<ListAccess>) -> arrange_ordering_list {
    var list = arrange_ordering_list()
    list.struct_size = UInt32(MemoryLayout<arrange_ordering_list>.size)
    list.count = UInt64(count)
    list.context = UnsafeMutableRawPointer(context)
    list.keys = { list, start, count, buffer, capacity, size in
      guard let list, let context = list.pointee.context, let size, list.pointee.count >= start,
        list.pointee.count - start >= count
      else { return Int32(ARRANGE_ORDERING_FAILED) }
      let access = context.assumingMemoryBound(to: ListAccess.self)
      let buffer = UnsafeMutableBufferPointer(
        start: buffer,
        count: buffer == nil ? 0 : Int(clamping: capacity)
      )
      size.pointee = UInt64(access.pointee.write(Int(start)..<Int(start + count), to: buffer))
      return Int32(size.pointee <= capacity ? ARRANGE_ORDERING_OK : ARRANGE_ORDERING_NEEDS_ROOM)
    }
    return list
  }

  /// Writes keys, each preceded by its length, as far as they fit, and returns the number of bytes of all of
  /// them.
  private func write(_ range: Range<Int>, to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var size = 0
    func write(_ key: OrderKey) {
      let end = size + 1 + key.count
      if end <= buffer.count {
        buffer[size] = UInt8(key.count)
        key.withBytes { bytes in
          UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[(size + 1)..<end])
            .copyMemory(from: bytes)
        }
      }
      size = end
    }
    if range.count == 1 {
      write(list.key(at: range.lowerBound))
    } else {
      for key in list.keys(in: range) { write(key) }
    }
    return size
  }
}
