/** As many as one member has places for: a phone, a watch, a tablet, and as many again (ours). */
export const MOST_WIDGETS = 6

/** Where the card of a secret is; with `.svg` and `.json` behind it the same as a picture and for programs. */
export const widgetFolder = '/w/'
export const widgetAddress = (secret: string): string => widgetFolder + secret

export const highSpeedStates = {
  on: '高速オン',
  off: '低速',
  partly: '一部の回線が低速',
  stopped: '利用停止中',
} as const

/** What a card says. */
export type WidgetCard = {
  readonly remainingBytes: number
  readonly highSpeed: keyof typeof highSpeedStates
  /** When the next of it expires; exclusive, as on the wire. */
  readonly until: string | undefined
  readonly asOf: string
}
