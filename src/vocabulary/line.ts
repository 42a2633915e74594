/** What a line can do: data only, data with SMS, or voice. */
export const lineKinds = ['data', 'sms', 'voice'] as const
export type LineKind = (typeof lineKinds)[number]

export const kindLabels: Readonly<Record<LineKind, string>> = {
  data: 'データSIM',
  sms: 'データ＋SMS',
  voice: '音声通話SIM',
}

/** The shapes of a SIM; an eSIM is a profile in the device. */
export const simSizes = ['standard', 'micro', 'nano', 'esim'] as const
export type SimSize = (typeof simSizes)[number]

export const simSizeLabels: Readonly<Record<SimSize, string>> = {
  standard: '標準SIM',
  micro: 'microSIM',
  nano: 'nanoSIM',
  esim: 'eSIM',
}

/** A contract of one line, or several lines on one pool of data. */
export const courses = ['single', 'share'] as const
export type Course = (typeof courses)[number]

/** Why a SIM is replaced. */
export const reissueReasons = ['sizeChange', 'modelChange', 'lost', 'broken', 'esimMove'] as const
export type ReissueReason = (typeof reissueReasons)[number]

/** Of a line that gets a new number when it opens; until then the wire carries this, which is none. */
export const NUMBER_TO_COME = '00000000000'

export const hasNumber = ({ number }: { readonly number: string }) => number !== NUMBER_TO_COME
