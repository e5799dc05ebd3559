import ResponderKit

/// The rows of the list: parts of a mechanical clock, five times.
final class ClockParts: UITableViewDataSource, UITableViewDelegate {
  /// Called with a row's number when it is chosen.
  var onChoice: (Int) -> Void = { _ in }

  static let all: [(name: String, text: String)] = [
    ("Balance wheel", "Swings to and fro, and so divides time into equal parts, as a pendulum does."),
    ("Barrel", "A drum with teeth around the mainspring. It drives all other wheels."),
    ("Click", "A small lever that lets the ratchet wheel turn one way only: the sound of winding."),
    ("Crown wheel", "Takes the turns of the crown around a corner, to the ratchet wheel."),
    ("Escape lever", "Carries each push of the escape wheel to the balance wheel, and its swings back."),
    ("Fusee", "A cone with a chain. Its radius makes up for the strength that a spring loses."),
    ("Going train", "The wheels from the barrel to the escapement, each faster than the one before."),
    ("Hairspring", "Draws the balance wheel back to its middle. Its length sets the clock's speed."),
    ("Jewel", "A bearing of ruby, in which steel turns for decades with next to no wear."),
    ("Keyless works", "Lets one crown wind the spring, and, pulled out, set the hands."),
    ("Lever", "Another word for the escape lever, and the name of the most common escapement."),
    ("Mainspring", "A coiled ribbon of steel. Wound up, it stores the strength for days."),
    ("Motion work", "A gear of twelve to one below the dial, between minute hand and hour hand."),
    ("Pallet fork", "Two stones that lock and release the escape wheel, tooth by tooth."),
    ("Pinion", "A small gear with few teeth, called leaves, which a larger wheel drives."),
    ("Ratchet wheel", "Sits on the barrel's axle and winds the mainspring, held by the click."),
    ("Regulator", "A lever that changes the working length of the hairspring: slower or faster."),
    ("Stackfreed", "A cam with a stiff spring that brakes a full mainspring. The fusee replaced it."),
    ("Third wheel", "Stands between the center wheel and the fourth one, which carries the seconds."),
    ("Verge", "The first escapement of all: a staff with two flags, and a wheel like a crown."),
  ]

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { Self.all.count * 5 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row") ?? UITableViewCell(reuseIdentifier: "row")
    cell.text = "\(indexPath.row + 1).  \(Self.all[indexPath.row % Self.all.count].name)"
    return cell
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) { onChoice(indexPath.row) }
}
