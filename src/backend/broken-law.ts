/** One broken law: which, of whom, and the figures that disagree. */
export type BrokenLaw = { law: string; contract_id: string; what: string; found: string }
