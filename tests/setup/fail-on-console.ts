import { afterEach, expect, vi } from 'vitest'

// A console.error or console.warn is a fault nobody handled: it fails the test that caused it. So is what Node warns of,
// once a process: something that a coming version refuses.
const complaints: string[] = []
for (const level of ['error', 'warn'] as const) {
  vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
    complaints.push(`console.${level}: ${parts.map(String).join(' ')}`)
  })
}

process.on('warning', ({ name, message }) => {
  if (name === 'DeprecationWarning') complaints.push(`${name}: ${message}`)
})

afterEach(() => {
  const seen = complaints.splice(0)
  expect(seen).toEqual([])
})
