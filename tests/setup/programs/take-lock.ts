// Tries for a lock, says whether it got it, and keeps it until it is killed.
import { tryLock } from '#process/folder-lock.mjs'

const [file = ''] = process.argv.slice(2)
const lock = tryLock(file)
process.stdout.write(lock.heldBy === undefined ? 'mine\n' : 'held\n')
process.stdin.resume()
