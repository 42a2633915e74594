/** What other areas may use of options. */
export { joinOption } from './commands/join-option.ts'
export { settingsAad } from './rows.ts'
export { optionTerms, type OptionTerms } from './terms.ts'
