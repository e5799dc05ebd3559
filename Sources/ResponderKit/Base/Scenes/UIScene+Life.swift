/// Notifications of an application's life.
extension UIApplication {
  /// Notifies the delegate, or its scene's if that has one, and observers.
  final func notify(_ moment: LifeMoment) {
    let scene = sceneStorage as? UIScene
    if let scene, let delegate = scene.delegate {
      scene.notify(delegate, moment)
      if moment == .willTerminate { self.delegate?.applicationWillTerminate(self) }
    } else {
      notify(delegate, moment)
    }
    let names = moment.names
    notices.post(name: names.application, object: self)
    if let scene { notices.post(name: names.scene, object: scene) }
  }

  private func notify(_ delegate: (any UIApplicationDelegate)?, _ moment: LifeMoment) {
    switch moment {
    case .didBecomeActive: delegate?.applicationDidBecomeActive(self)
    case .willResignActive: delegate?.applicationWillResignActive(self)
    case .didEnterBackground: delegate?.applicationDidEnterBackground(self)
    case .willEnterForeground: delegate?.applicationWillEnterForeground(self)
    case .willTerminate: delegate?.applicationWillTerminate(self)
    }
  }
}

extension UIScene {
  fileprivate final func notify(_ delegate: any UISceneDelegate, _ moment: LifeMoment) {
    switch moment {
    case .didBecomeActive: delegate.sceneDidBecomeActive(self)
    case .willResignActive: delegate.sceneWillResignActive(self)
    case .didEnterBackground: delegate.sceneDidEnterBackground(self)
    case .willEnterForeground: delegate.sceneWillEnterForeground(self)
    case .willTerminate: delegate.sceneDidDisconnect(self)
    }
  }
}

extension LifeMoment {
  fileprivate var names: (application: Notice.Name, scene: Notice.Name) {
    switch self {
    case .didBecomeActive: (UIApplication.didBecomeActiveNotification, UIScene.didActivateNotification)
    case .willResignActive: (UIApplication.willResignActiveNotification, UIScene.willDeactivateNotification)
    case .didEnterBackground:
      (UIApplication.didEnterBackgroundNotification, UIScene.didEnterBackgroundNotification)
    case .willEnterForeground:
      (UIApplication.willEnterForegroundNotification, UIScene.willEnterForegroundNotification)
    case .willTerminate: (UIApplication.willTerminateNotification, UIScene.didDisconnectNotification)
    }
  }
}
