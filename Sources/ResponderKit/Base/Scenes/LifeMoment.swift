/// A moment in an application's life of which its delegate is notified, or its scene's.
enum LifeMoment {
  case didBecomeActive, willResignActive, didEnterBackground, willEnterForeground, willTerminate
}
