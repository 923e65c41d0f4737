//! Sets what the linker needs to make an extension of Node.js.

fn main() {
    napi_build::setup();
}
