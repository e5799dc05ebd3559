import LinuxSystem
import Synchronization

@testable import EventRouting

/// The other end of a Wayland connection, which answers what a client asks like a compositor, or not at all.
final class FakeCompositor: @unchecked Sendable {
  struct Request {
    let object: UInt32
    let interface: String
    let opcode: UInt16
    let body: [UInt8]
    /// The words of the body.
    var words: [UInt32] {
      stride(from: 0, to: body.count, by: 4).map { offset in
        body.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
      }
    }
    var name: String { "\(interface).\(opcode)" }
  }

  let client: Int32
  private let socket: Int32
  private var stream: WaylandStream
  private let isAnswering = Atomic<Bool>(false)
  private(set) var requests: [Request] = []
  var interfaces: [UInt32: String] = [1: "wl_display"]
  private var newest: [String: UInt32] = [:]
  /// Shared memory, by the numbers of pools and of their buffers.
  private(set) var memory: [UInt32: SharedFile] = [:]
  /// Callbacks of frames that were asked for.
  var frames: [UInt32] = []
  /// Texts that the client wants: their types, and where they are to be written.
  var wanted: [(type: String, end: SharedFile)] = []
  /// What the client has set as selections, by their devices' interfaces.
  var selections: [String: Selection] = [:]
  /// The types of sources.
  var types: [UInt32: [String]] = [:]
  /// Whether keys go to a window of the client.
  private(set) var hasFocus = false
  var firstKeyboard: UInt32?
  /// States of its text that the client has sent.
  private(set) var textCommits: UInt32 = 0
  var lastOffer: UInt32 = 0xFF00_0800
  var answersSync = true
  /// What a seat has: 1 a pointer, 2 a keyboard, 4 touch.
  var capabilities: UInt32 = 7
  var globals: [(String, UInt32)] = [
    ("wl_compositor", 6), ("wl_shm", 1), ("xdg_wm_base", 6), ("wl_seat", 9), ("wl_output", 4),
    ("wl_subcompositor", 1), ("wp_viewporter", 1),
    ("wp_fractional_scale_manager_v1", 1), ("zxdg_decoration_manager_v1", 1),
    ("wp_cursor_shape_manager_v1", 1), ("wl_data_device_manager", 3),
    ("zwp_primary_selection_device_manager_v1", 1),
    ("unheard_of", 7), ("zwp_text_input_manager_v3", 1), ("xdg_activation_v1", 1),
  ]

  init() {
    guard let ends = try? Socket.pair(.stream) else { preconditionFailure("no sockets") }
    (client, socket) = (ends.0.number, ends.1.number)
    stream = WaylandStream(adopting: socket)
  }

  /// Connects a display, while a thread answers.
  func connect(timeout: Duration = .seconds(20)) throws(WaylandError) -> WaylandDisplay {
    isAnswering.store(true, ordering: .releasing)
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        let compositor = Unmanaged<FakeCompositor>.fromOpaque(argument!).takeUnretainedValue()
        while compositor.isAnswering.load(ordering: .acquiring) {
          compositor.answer()
          usleep(1000)
        }
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    defer {
      isAnswering.store(false, ordering: .releasing)
      pthread_join(thread, nil)
    }
    return try WaylandDisplay(adopting: client, timeout: timeout)
  }

  /// Takes what the client has sent, and answers.
  func answer() {
    while let events = try? stream.receive(), !events.isEmpty {
      for event in events { take(event) }
    }
    try? stream.send()
  }

  /// Closes the connection.
  func hangUp() { shutdown(socket, Int32(SHUT_RDWR)) }

  // MARK: Requests

  /// What the first argument of a request makes.
  private static let made = [
    "wl_display.0": "wl_callback", "wl_display.1": "wl_registry", "wl_compositor.0": "wl_surface",
    "wl_shm.0": "wl_shm_pool", "wl_shm_pool.0": "wl_buffer", "wl_surface.3": "wl_callback",
    "wl_seat.0": "wl_pointer",
    "wl_seat.1": "wl_keyboard", "wl_seat.2": "wl_touch", "xdg_wm_base.2": "xdg_surface",
    "xdg_surface.1": "xdg_toplevel", "wl_subcompositor.1": "wl_subsurface",
    "wp_viewporter.1": "wp_viewport", "wp_fractional_scale_manager_v1.1": "wp_fractional_scale_v1",
    "zxdg_decoration_manager_v1.1": "zxdg_toplevel_decoration_v1",
    "wp_cursor_shape_manager_v1.1": "wp_cursor_shape_device_v1",
    "wl_data_device_manager.0": "wl_data_source", "wl_data_device_manager.1": "wl_data_device",
    "zwp_primary_selection_device_manager_v1.0": "zwp_primary_selection_source_v1",
    "zwp_primary_selection_device_manager_v1.1": "zwp_primary_selection_device_v1",
    "zwp_text_input_manager_v3.1": "zwp_text_input_v3", "xdg_activation_v1.1": "xdg_activation_token_v1",
  ]
  private static let last: Set<String> = [
    "wl_shm_pool.1", "wl_buffer.0", "wl_surface.0", "wl_subsurface.0", "xdg_surface.0", "xdg_toplevel.0",
    "wp_viewport.0",
    "wp_fractional_scale_v1.0", "zxdg_toplevel_decoration_v1.0", "wp_cursor_shape_device_v1.0",
    "wl_pointer.1",
    "wl_keyboard.0", "wl_touch.0", "wl_seat.3", "wl_output.0", "wl_data_source.1", "wl_data_device.2",
    "zwp_primary_selection_source_v1.1", "zwp_primary_selection_device_v1.1",
    "zwp_text_input_v3.0", "xdg_activation_token_v1.4",
  ]

  private func take(_ event: WaylandEvent) {
    let interface = interfaces[event.object] ?? "nothing"
    let request = Request(object: event.object, interface: interface, opcode: event.opcode, body: event.body)
    requests.append(request)
    if let made = Self.made[request.name], let number = request.words.first {
      interfaces[number] = made
      newest[made] = number
      if made == "wl_keyboard" { firstKeyboard = firstKeyboard ?? number }
    }
    switch request.name {
    case "wl_display.0" where answersSync: done(request.words[0])
    case "wl_display.1":
      for (index, global) in globals.enumerated() {
        send(request.words[0], 0) {
          $0.add(UInt32(index + 1))
          $0.add(global.0)
          $0.add(global.1)
        }
      }
    case "wl_registry.0":
      var arguments = WaylandArguments(event)
      guard (try? arguments.uint()) != nil, let name = try? arguments.string(),
        (try? arguments.uint()) != nil,
        let number = try? arguments.uint()
      else { return }
      interfaces[number] = name
      newest[name] = number
      if name == "wl_seat" { send(number, 0) { $0.add(capabilities) } }
    case "wl_shm.0":
      if let descriptor = try? stream.takeDescriptor() {
        memory[request.words[0]] = SharedFile(descriptor)
      }
    case "wl_shm_pool.0": memory[request.words[0]] = memory[request.object]
    case "wl_surface.3": frames.append(request.words[0])
    case "wl_data_offer.1", "zwp_primary_selection_offer_v1.0":
      var arguments = WaylandArguments(event)
      let type = (try? arguments.string()) ?? "?"
      if let descriptor = try? stream.takeDescriptor() { wanted.append((type, SharedFile(descriptor))) }
    case "wl_data_source.0", "zwp_primary_selection_source_v1.0":
      var arguments = WaylandArguments(event)
      types[request.object, default: []].append((try? arguments.string()) ?? "?")
    case "zwp_text_input_v3.7": textCommits += 1
    case "xdg_activation_token_v1.3": send(request.object, 0) { $0.add("token \(request.object)") }
    case "wl_data_device.1", "zwp_primary_selection_device_v1.0":
      select(request.words[0], serial: request.words[1], interface)
    case _ where Self.last.contains(request.name):
      sourceEnded(request.object)
      delete(request.object)
    default: break
    }
  }

  /// A descriptor, closed with the object.
  final class SharedFile {
    let descriptor: Int32
    init(_ descriptor: Int32) { self.descriptor = descriptor }
    deinit { close(descriptor) }

    func word(_ index: Int) -> UInt32 {
      var word: UInt32 = 0
      pread(descriptor, &word, 4, off_t(index * 4))
      return word
    }
  }

  /// The names of the requests since the last call.
  func newRequests() -> [Request] {
    answer()
    defer { requests = [] }
    return requests
  }

  /// The newest object of an interface.
  func object(_ interface: String) -> UInt32 { newest[interface] ?? 0 }

  // MARK: Events

  func send(
    _ object: UInt32, _ opcode: UInt16, descriptor: Int32? = nil,
    _ fill: (inout WaylandRequest) -> Void = { _ in }
  ) {
    var event = WaylandRequest(object, opcode)
    fill(&event)
    if let descriptor { event.add(descriptor: descriptor) }
    try? stream.queue(event)
    try? stream.send()
  }

  func send(_ interface: String, _ opcode: UInt16, _ words: [UInt32] = []) {
    if interface == "wl_keyboard", opcode == 1 || opcode == 2 { hasFocus = opcode == 1 }
    send(object(interface), opcode) { for word in words { $0.add(word) } }
  }

  func raw(_ bytes: [UInt8]) { Socket(socket).send(bytes, .dontWait) }

  func done(_ callback: UInt32, time: UInt32 = 0) {
    send(callback, 0) { $0.add(time) }
    delete(callback)
  }

  func delete(_ number: UInt32) {
    interfaces[number] = nil
    memory[number] = nil
    send(1, 1) { $0.add(number) }
  }

  /// The window's size and states: 1 is maximized, 2 full screen, 4 active, 5 to 8 tiled.
  func configure(_ width: Int32, _ height: Int32, states: [UInt32] = [], serial: UInt32 = 77) {
    send(object("xdg_toplevel"), 0) {
      $0.add(width)
      $0.add(height)
      $0.add(states.flatMap { state in withUnsafeBytes(of: state) { Array($0) } })
    }
    send("xdg_surface", 0, [serial])
  }

  /// Calls the callbacks of frames.
  func endFrames() {
    answer()
    for frame in frames { done(frame) }
    frames = []
  }

  /// A keymap as a file that the client reads.
  func keymap(_ text: String, size: UInt32? = nil) {
    let bytes = Array(text.utf8) + [0]
    let file = linux_shared_memory("keymap", bytes.count)
    pwrite(file, bytes, bytes.count, 0)
    send(object("wl_keyboard"), 0, descriptor: file) {
      $0.add(1 as UInt32)
      $0.add(size ?? UInt32(bytes.count))
    }
  }
}

/// A number with eight bits behind the point.
func fixed(_ value: Double) -> UInt32 { UInt32(bitPattern: Int32(value * 256)) }
