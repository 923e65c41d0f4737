/** Environment variable that marks every process of a launch with the launch's id. It is not a secret. */
export const launchVariable = "BOTYARD_LAUNCH";
