/// Nothing runs this program. The libraries that it links, which `compare` preloads, are built beside it.
@main
enum Main {
  static func main() {}
}
