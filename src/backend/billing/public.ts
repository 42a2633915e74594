/** What other areas may use of billing. */
export { CARD_RETURN_PATH, type CardOwner } from './commands/change-card.ts'
export type { StopOrders } from './commands/suspend-unpaid.ts'
export { enterCompensation } from './commands/enter-compensation.ts'
export { askCardsAgain, recordTransfer } from './commands/repair-refund.ts'
export { takeCardReport } from './commands/take-card-report.ts'
export { loadBillFacts, loadMonths } from './queries/bill-facts.ts'
export { billsUnlikeFacts } from './queries/bill-sample.ts'
export { lookUpPaymentJob } from './commands/pay-bill.ts'
export { lookUpRefundJob } from './commands/refund-credit.ts'
export { askForRepair } from './commands/repair-close.ts'
export { billedMonth } from './queries/billed-month.ts'
export { creditLeft } from './queries/credit-left.ts'
export { finalBillNotice, finalBillOf } from './queries/bill-now.ts'
export {
  INITIAL_FEE_KEY,
  laterInstalmentsYen,
  owedAfterInitialCancel,
} from './queries/initial-bill.ts'
export { maskedCard } from './rows/cards.ts'
export { loadBillsAhead, loadNextBills, nextChargedMonth } from './queries/next-bills.ts'
export { refusalWords } from './queries/refusal-words.ts'
export { type BillRow, loadBills, type StoredBill } from './queries/stored-bills.ts'
export { owedBills, unpaidYen } from './queries/unpaid.ts'
export { restartCollection } from './rows/bill-steps.ts'
export { writeCard } from './rows/cards.ts'
