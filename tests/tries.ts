/** How often a property is tried with each change, and how often in `npm run test:long`. */
export function tries({ usually, long }: { usually: number; long: number }): number {
  return process.env['TEST_LONG'] === undefined ? usually : long
}
