/** Environment variable that marks every process of a launch with the launch's id. It is not a secret. */
export const launchVariable = "BOTYARD_LAUNCH";

/** Environment variable that marks it with the id of the data folder, by which platforms on one machine tell theirs. */
export const folderVariable = "BOTYARD_DATA_FOLDER";
