/// Why a scene was connected. There are no reasons here but the program's start.
public final class SceneConnectionOptions: NSObject {}
