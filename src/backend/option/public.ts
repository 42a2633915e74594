/** What other areas may use of options. */
export { joinOption } from './commands/join-option.ts'
export { askableOptions } from './queries/offers.ts'
export { joinableOptions } from './queries/offers.ts'
export { optionTerms, type OptionTerms } from './terms.ts'
