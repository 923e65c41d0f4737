package crossover

import java.nio.file.{Files, Path}

private def file(path: String) = Files.readString(Path.of("..").resolve(path))

/** What was computed independently. */
def fixture(name: String): ujson.Value = ujson.read(file(s"expected/fixtures/$name"))

/** All closes that the feed knows. */
def closes(symbol: String): Vector[Close] =
  val rows = file(s"price-feed/data/$symbol.csv").linesIterator.drop(1)
  rows.map { case s"$date,$close" => Close(date, close.toDouble, date) }.toVector
