/** A session's id for those who read lists of them: part of its hash, which cannot be used to sign in. */
export const loginIdOf = (sessionHash: string) => `login_${sessionHash.slice(0, 16)}`
