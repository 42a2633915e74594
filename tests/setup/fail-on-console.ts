import { afterAll, afterEach, expect, vi } from 'vitest'

// A console.error or console.warn is a fault nobody handled: it fails the test that caused it. So is what Node warns of,
// once a process: something that a coming version refuses.
const complaints: string[] = []
for (const level of ['error', 'warn'] as const) {
  vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
    complaints.push(`console.${level}: ${parts.map(String).join(' ')}`)
  })
}

const onWarning = ({ name, message }: Error) => {
  if (name === 'DeprecationWarning') complaints.push(`${name}: ${message}`)
}
process.on('warning', onWarning)
// Without isolation the next file of this worker adds its own.
afterAll(() => void process.off('warning', onWarning))

afterEach(() => {
  const seen = complaints.splice(0)
  expect(seen).toEqual([])
})
