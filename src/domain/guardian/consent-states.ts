import { guardianConsentWords } from '#vocabulary/states/guardian-consent.ts'
import { machine, type StateOf } from '../machine.ts'

/** A guardian's consent to a minor's data, which ends with the minority: at 18 the user's own is asked for. */
export const guardianConsentStates = machine({
  name: 'guardian-consent',
  title: '18歳未満の方の情報への同意',
  initial: 'given',
  states: guardianConsentWords,
  events: {
    came_of_age: ['system'],
    confirmed: ['member'],
    withdrawn: ['member'],
    not_answered: ['system'],
  },
  terminal: ['erased'],
  table: {
    given: { came_of_age: 'asked', withdrawn: 'erased' },
    asked: { confirmed: 'confirmed', withdrawn: 'erased', not_answered: 'erased' },
    confirmed: { withdrawn: 'erased' },
  },
})

export type GuardianConsentState = StateOf<typeof guardianConsentStates>
