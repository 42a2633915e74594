import { createSealing } from '#backend/db/sealing.ts'
import { withoutMessages } from '#backend/step/record-change.ts'

/** What a command needs to write to members, for a bench in which nobody is written to. */
export const untold = {
  ...withoutMessages,
  sealing: createSealing('a secret for the names of a bench'),
}
