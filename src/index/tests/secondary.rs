//! Which sections are of secondary pages.

use super::tables::directory;
use crate::ids::SectionId;
use crate::index::directory::Directory;

#[test]
fn sections_of_secondary_pages_are_known() {
    let secondary = |directory: &Directory| -> Vec<u32> {
        (0..9).filter(|section| directory.is_secondary(SectionId(*section))).collect()
    };
    let read = Directory::read(&directory().write()).unwrap();
    assert_eq!(secondary(&read), [2, 3, 4], "the second page");
    for (runs, expected) in
        [(vec![0], vec![]), (vec![0, 1], (0..9).collect()), (vec![0, 3], vec![5, 6, 7, 8])]
    {
        let directory = Directory { secondary: runs, ..directory() };
        let read = Directory::read(&directory.write()).unwrap();
        assert_eq!(secondary(&read), expected);
        assert_eq!(read, directory);
    }
}
