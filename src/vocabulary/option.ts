/** The options on sale (ours). */
export const optionCodes = [
  'tenMinuteCalls',
  'voicemail',
  'callWaiting',
  'forwarding',
  'internationalCallStop',
  'deviceCover',
  'security',
  'remoteSupport',
  'magazines',
  'publicWifi',
] as const
export type OptionCode = (typeof optionCodes)[number]
