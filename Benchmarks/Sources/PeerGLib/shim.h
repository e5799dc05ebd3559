// Here for its pkg-config flags alone: Swift never imports this module.
