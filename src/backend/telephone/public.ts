/** What the console may use of proving a caller. */
export { issueCode } from './commands/issue-code.ts'
export {
  countSentCodes,
  countWrongAnswers,
  findOverdueProofs,
  hashOfProof,
  lockOpenCodes,
  proofsOfGrant,
  setTries,
  type ProofRow,
} from './rows.ts'
export { callerProofs } from './steps.ts'
