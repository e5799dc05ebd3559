enum WatchCommand { static func run(_ arguments: StallArguments) throws -> Int32 { 0 } }
