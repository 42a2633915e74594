/** What other areas may use of options. */
export { joinOption } from './commands/join-option.ts'
export { optionTerms, type OptionTerms } from './terms.ts'
