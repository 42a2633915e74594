import { findBrokenLaws, type BrokenLaw } from '#backend/broken-law.ts'
import { dataLaws } from '#backend/data/findings.ts'
import type { Db } from '#backend/db/connect.ts'

/** What breaks the laws of ledger and usage; with an empty queue there is nothing. */
export const brokenDataLaws = (db: Db): Promise<BrokenLaw[]> => findBrokenLaws(db, dataLaws)
