enum VerifyCommand { static func run(_ arguments: StallArguments) throws -> Int32 { 0 } }
