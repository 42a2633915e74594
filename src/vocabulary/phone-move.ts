/**
 * How whoever moves a line to another phone shows who they are: `letter` by a code in a letter to the registered address; `wait`
 * shows nothing, and the move waits a day.
 */
export const moveProofs = ['passkey', 'chip', 'letter', 'wait'] as const
export type MoveProof = (typeof moveProofs)[number]

/** Of the code in the letter, printed in two halves. */
export const LETTER_CODE_DIGITS = 8

/** What a phone takes, by the list of devices: `unknown` is not in it. */
export const simOfPhone = ['esim', 'card', 'unknown'] as const
export type SimOfPhone = (typeof simOfPhone)[number]

/** The maker is left out where the name begins with it. */
export const nameOfPhone = ({ maker, name }: { readonly maker: string; readonly name: string }) =>
  name.startsWith(maker) ? name : `${maker} ${name}`

/** What has become of the line since a move: nothing on its page is so any more. */
export const moveSince = ['lineEnded', 'otherSim'] as const
export type MoveSince = (typeof moveSince)[number]
