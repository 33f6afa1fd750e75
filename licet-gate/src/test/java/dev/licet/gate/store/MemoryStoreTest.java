package dev.licet.gate.store;

class MemoryStoreTest extends StoreContract {
    @Override
    Store open() {
        return Store.memory();
    }
}
