/** A start that must not go on. The message is the one sentence the operator reads; exit code 1. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal'
}
