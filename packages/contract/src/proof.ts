/** What a member's browser needs to prove picks by itself (architecture.md "Tamper evidence"). */
export { commitmentTo, type Hashing, merkleRoot, type ProofLeaf } from '@outlast/domain'
