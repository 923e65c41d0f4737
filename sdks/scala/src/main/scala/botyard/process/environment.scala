package botyard.process

/** Environment variables and the paths in them. */
private[botyard] object environment:
  mainProgram.endsWithItsFailure()

  @volatile private var servesQueries = false

  /** An environment variable, unless it is unset or empty [ENV-2]. */
  def variable(name: String): Option[String] = Option(System.getenv(name)).filter(_.nonEmpty)

  /** Whether this is a query process [ENV-5]. */
  def isQueryProcess: Boolean =
    servesQueries || variable("QUERY_PATH").isDefined || variable("QUERY_PORT").isDefined

  /** Makes this a query process, whatever the variables are [ENV-5]. */
  def becomeQueryProcess(): Unit = servesQueries = true

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
