/// How long a test waits for what must come, before it calls it missing.
let patience = Duration.seconds(30)
