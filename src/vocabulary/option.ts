/** The options on sale (ours), by the family that sells them: each family has its own calls (7.2 Options). */
export const supportOptionCodes = ['remoteSupport', 'deviceCover', 'security', 'filtering'] as const
export const voiceOptionCodes = [
  'tenMinuteCalls',
  'voicemail',
  'callWaiting',
  'forwarding',
  'internationalCallStop',
] as const
export const groupOptionCodes = ['magazines', 'publicWifi'] as const

export const optionCodes = [
  ...voiceOptionCodes,
  ...supportOptionCodes,
  ...groupOptionCodes,
] as const
export type OptionCode = (typeof optionCodes)[number]

/** Voice options, support options and the services of the provider's group. */
export const optionFamilies = ['voice', 'support', 'group'] as const
export type OptionFamily = (typeof optionFamilies)[number]

/** What is asked of the member before an option can be switched on. */
export const optionQuestions = ['forwardTo', 'userUnder18'] as const
export type OptionQuestion = (typeof optionQuestions)[number]
