/** What other areas may use of data. */
export { chargeQueued } from './commands/charge-queued.ts'
export { type FirstBase, giveData, giveFirstBase } from './commands/give-data.ts'
export { transferOut, takeTransferBack } from './commands/transfer-out.ts'
export { importUsage, usageHintJob } from './commands/import-usage.ts'
export { liftCap } from './commands/lift-cap.ts'
export { noteUsageDeleted } from './commands/roll-up-usage.ts'
export { readLeftToCap } from './queries/caps-now.ts'
export { switchHighSpeed } from './commands/switch-high-speed.ts'
export { readMarksNow } from './queries/caps-now.ts'
export { type FormerUse, keepFormerUse } from './rows/former-use.ts'
export { readRunOut } from './queries/forecast.ts'
export { readHighSpeedLines } from './queries/high-speed.ts'
export { ledgersUnlikeReplay } from './queries/ledger-sample.ts'
export { readPool, readResidual } from './queries/pool.ts'
export {
  monthsRunOut,
  readAverageUse,
  usageByMonth,
  type UsageOfDay,
  usageOfRecentDays,
  usedBytesOf,
} from './queries/usage.ts'
export { toWireBucket } from './queries/wire-bucket.ts'
export {
  queueCallers,
  queueForNewSettings,
  readAlertQueue,
  removeFromAlertQueue,
} from './rows/alert-queue.ts'
export { fromRow } from './rows/buckets.ts'
export { transfersOf } from './rows/transfers.ts'
