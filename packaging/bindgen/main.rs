//! The glue of a module for browsers: `docfuse-bindgen NAME MODULE FOLDER` writes `NAME.js` and `NAME_bg.wasm`.
//!
//! It is what `wasm-bindgen --target web` does, of whose command most is a server for tests: this takes a third of the time to
//! compile.

use std::process::ExitCode;

use wasm_bindgen_cli_support::{Bindgen, EncodeInto};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, module, folder] = &args[..] else {
        eprintln!("expected NAME MODULE FOLDER, found {} arguments", args.len());
        return ExitCode::FAILURE;
    };
    let mut bindgen = Bindgen::new();
    let written = bindgen.web(true).and_then(|bindgen| {
        bindgen.input_path(module).out_name(name).encode_into(EncodeInto::Always);
        bindgen.typescript(true).omit_default_module_path(true).generate(folder)
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{module}: {error:?}");
            ExitCode::FAILURE
        }
    }
}
