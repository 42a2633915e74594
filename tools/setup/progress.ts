type Progress = { readonly bytesDone: number; readonly bytesInAll: number }

export const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)

/** Says how far it is, at most once a second. */
export function sayEverySecond(say: (line: string) => void) {
  let last = performance.now()
  return ({ bytesDone, bytesInAll }: Progress) => {
    if (performance.now() - last < 1000) return
    last = performance.now()
    say(`  ${megabytes(bytesDone)} of ${megabytes(bytesInAll)} MB`)
  }
}
