/** What must be typed before everybody is deleted (pool.md §5). The server compares it once more. */
export const PURGE_PHRASE = 'DELETE ALL USERS AND ENTRIES'
