/** The data folder in which the states of a store's bots are. */
export interface Home {
  /** Id of the folder, from the record in it. */
  id: string;
  path: string;
  machine?: string;
}

/** Where a store that is outside of data folders notes which one its bots belong to. */
export interface HomeRecord {
  read(): Promise<Home | undefined>;
  keep(home: Home): Promise<void>;
}
