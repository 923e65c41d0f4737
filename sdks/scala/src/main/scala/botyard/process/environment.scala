package botyard.process

/** Environment variables and the paths in them. */
private[botyard] object environment:
  mainProgram.endsWithItsFailure()

  @volatile private var servesQueries = false

  /** An environment variable, unless it is unset or empty [ENV-2]. */
  def variable(name: String): Option[String] =
    val value = TestProcess.current match
      case None       => Option(System.getenv(name))
      case Some(test) => test.variable(name)
    value.filter(_.nonEmpty)

  /** Whether this is a query process [ENV-5]. */
  def isQueryProcess: Boolean = TestProcess.current match
    case None       => servesQueries || variable("QUERY_PATH").isDefined || variable("QUERY_PORT").isDefined
    case Some(test) => test.isAnswering

  /** Makes this a query process, whatever the variables are [ENV-5]; ends a program that is run in a test. */
  def becomeQueryProcess(): Unit = TestProcess.current match
    case None       => servesQueries = true
    case Some(test) => test.endQueryProgram()

  def resultFile: String = absolute(variable("RESULT_PATH").getOrElse(s"$codeDirectory/result.json"))

  def stateDirectory: String = absolute(variable("STATE_DIR").getOrElse(s"$codeDirectory/.state"))

  private def codeDirectory = variable("CODE_MOUNT_DIR").getOrElse(".")

  /** Makes a path absolute and removes `.`, `..` and needless slashes from its text [ENV-4]. */
  def absolute(path: String): String =
    val whole = if path.startsWith("/") then path else s"${System.getProperty("user.dir")}/$path"
    val names = whole
      .split('/')
      .foldLeft(Vector.empty[String]):
        case (names, "" | ".") => names
        case (names, "..")     => names.dropRight(1)
        case (names, name)     => names :+ name
    names.mkString("/", "/", "")
